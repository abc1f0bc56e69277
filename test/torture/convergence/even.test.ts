import { playHalf } from './play.js'

playHalf(0)
