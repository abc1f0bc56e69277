#!/usr/bin/env node
'use strict'
require('./git-ralph.cjs')
