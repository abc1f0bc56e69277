/** Who turns texts into vectors. What is sent where is told in docs/search.md#what-is-sent. */

export type TextKind = 'document' | 'query'

export interface EmbeddingProvider {
  /** Vectors of different models can't be compared: this names the model, and who runs it. */
  model: string
  /** How many numbers a vector has, where that is known before the first answer. */
  dimensions?: number
  /** How much nearness in meaning counts beside the words. */
  weight: number
  /** Most memories that one recall has embedded on the side. */
  aside: number
  /** Where texts go; undefined when they stay in this process. */
  host?: string
  /** One vector for each text, in order. Without limits each batch has a minute. */
  embed(texts: readonly string[], kind: TextKind, limits?: EmbedLimits): Promise<Float32Array[]>
}

export interface EmbedLimits {
  /** Milliseconds for everything, retries included. */
  within: number
}
