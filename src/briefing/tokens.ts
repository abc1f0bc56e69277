/**
 * Exact token counts. The tokenizer takes several times as long to load as Node itself, so it is loaded when a count is really
 * wanted: near a limit, and only for texts that were not counted before.
 */
export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type CountTokens = (text: string) => number

export async function loadTokenizer(encoding: Encoding): Promise<CountTokens> {
  const { encode } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  // Text that looks like a special token is text.
  return (text) => encode(text, { disallowedSpecial: new Set() }).length
}
