import { definePrime } from '../../primed.js'

export const command = definePrime('memory prime')
