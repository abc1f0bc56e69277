/** What a setting is. */
type Kind = 'boolean' | 'number' | 'text' | 'list'

export interface Setting {
  kind: Kind
  default: boolean | number | string | string[]
  describe: string
  /** Path in ralph.yml. */
  yml?: string
  /** Key in .ralph/config.sh. */
  shell?: string
  choices?: string[]
}
