import { defineAnswer } from '../../bisect-answer.js'

export const command = defineAnswer('bad')
