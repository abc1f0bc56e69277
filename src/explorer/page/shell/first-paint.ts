import { applyTheme, readTheme } from './theme.js'

applyTheme(readTheme())
