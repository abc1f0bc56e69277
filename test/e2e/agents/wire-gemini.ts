/** generateContent: Gemini CLI. */
import { type Body, stream, type Turn, type Wire } from './wire.js'

export const gemini: Wire = {
  serves: (path) => /:(generateContent|streamGenerateContent)/.test(path),
  turnsSoFar(body) {
    const contents = (body['contents'] ?? []) as { role: string }[]
    return body['tools'] === undefined ? undefined : contents.filter(({ role }) => role === 'model').length
  },
  answer(turn, _body, path) {
    const whole: Body = {
      candidates: [{ index: 0, content: { role: 'model', parts: partsOf(turn) }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    }
    return path.includes(':stream')
      ? { type: 'text/event-stream', text: stream([whole], false) }
      : { type: 'application/json', text: JSON.stringify(whole) }
  },
}

function partsOf({ say, use = [] }: Turn): Body[] {
  return [
    ...(say === undefined ? [] : [{ text: say }]),
    ...use.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } })),
  ]
}
