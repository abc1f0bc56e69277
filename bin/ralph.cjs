#!/usr/bin/env node
'use strict'
module.exports = require('./git-ralph.cjs')
