/**
 * Where something learnt belongs: the decision tree of docs/where-to-store.md, for one sentence. Rules look for words that people
 * use; each that speaks for a place counts, the place with the most wins, and the first in the order of the tree breaks ties. Pure.
 */

export const PLACES = ['fix', 'decision', 'pattern', 'context', 'scratchpad', 'project'] as const
export type Place = (typeof PLACES)[number]

export interface Advice {
  place: Place
  /** The words that spoke for it, and what they say; empty when nothing did. */
  reasons: string[]
  /** Another place that is nearly as good. */
  also?: Place
}

interface Rule {
  place: Place
  words: RegExp
  because: string
  weight: number
}

const RULES: readonly Rule[] = [
  rule('scratchpad', 3, 'it is about the work at hand', [
    String.raw`(?:next|remaining|current) (?:step|task|iteration|up)s?`,
    String.raw`(?:still|left) to do|to-?do|wip|work in progress|in progress|half[- ]done|so far|remaining`,
    String.raw`(?:i am|i'm|we are|we're|currently|now) (?:working|blocked|stuck|waiting|on)\b[^.]*`,
    String.raw`blocked (?:by|on)|blocker|continue (?:with|from|at)|pick up (?:at|from)|resume (?:at|from|with)`,
    String.raw`(?:finished|completed|done) (?:step|task|with)\b[^.]*|\d+ of \d+ (?:done|tests?|tasks?)`,
    '다음 (?:단계|작업)|진행 ?중|남은 작업|작업 중|막혀|막힘',
  ]),
  rule('fix', 3, 'it tells of something that went wrong', [
    String.raw`(?:fails?|failed|failing|failure)|errors?|exceptions?|crash(?:es|ed)?|panics?|bugs?|breaks?|broken|broke`,
    String.raw`E(?:CONN\w+|NOENT|ACCES|PERM|EXIST|ADDR\w+|PIPE|TIMEDOUT|ISDIR|NOTDIR|MFILE|NOSPC)|[A-Za-z]+(?:Error|Exception)|segfault|stack trace|timeouts?|times out|timed out|hangs?|deadlocks?|leaks?`,
    String.raw`(?:fix|fixed|workaround|work around|solved|solution)|gotchas?|beware|watch out|does(?:n't| not) work|won't work`,
    String.raw`flaky|refused|denied|missing|undefined is not|not found|exit code \d+|regression`,
    '오류|에러|실패|버그|해결|고장|안 ?됨|안 ?된다|주의',
  ]),
  rule('decision', 3, 'it says what was chosen, and why', [
    String.raw`(?:chose|chosen|decided|decision|picked|selected|opted|settled on|went with|going with)`,
    String.raw`instead of|rather than|over (?:[A-Z][\w.-]*)|in favou?r of|trade-?offs?|rejected|alternatives?|pros and cons`,
    '결정|선택|대신|채택',
  ]),
  rule('decision', 1, 'it gives a reason', [
    String.raw`because|so that|in order to|due to|rationale`,
    '때문|이유',
  ]),
  rule('pattern', 2, 'it says how things are done here', [
    String.raw`always|never|every|each|all (?:[\w-]+ ){0,2}(?:use|have|return|are|live|go|must|should)|must(?:n't)?|should(?:n't)?`,
    String.raw`conventions?|patterns?|naming|style|we use|uses?|prefer|kebab-case|camelCase|snake_case|PascalCase`,
    '항상|절대|규칙|관례|패턴|컨벤션|사용한다|사용합니다',
  ]),
  rule('context', 2, 'it says what there is', [
    String.raw`(?:is|are) (?:the|a|an|in|at|on|under|kept|stored|located|defined|owned|maintained)\b`,
    String.raw`lives? (?:in|at|under)|located|entry ?point|architecture|consists? of|depends on|owned by|deployed (?:to|on)|means`,
    '위치|구조|구성|담당|의미',
  ]),
  rule('project', 4, 'it holds for the whole project and for good', [
    String.raw`(?:to|for) (?:build|test|lint|deploy|release|install|set ?up|run)(?: the)?(?: project| tests| it)?[:,]? (?:run|use|type)`,
    String.raw`(?:build|test|lint|deploy|release|install|setup) commands?|how to (?:build|test|lint|deploy|release|install|set up|run)`,
    String.raw`project[- ]wide|whole project|every(?:one|body) (?:must|should|has to)|all contributors|coding standards?|onboarding`,
    '프로젝트 전체|빌드 (?:명령|방법)|모두가|모든 기여자',
  ]),
]

function rule(place: Place, weight: number, because: string, words: readonly string[]): Rule {
  const parts = words.map((part) => (/^[\x20-\x7e]+$/.test(part) ? String.raw`\b(?:${part})(?!\w)` : part))
  return { place, weight, because, words: new RegExp(parts.join('|'), 'giu') }
}

/** Enough to know: rules look at the beginning of a long text alone. */
const MOST_CHARACTERS = 2000
const MOST_WORDS = 3

export function whereToStore(sentence: string): Advice {
  const text = sentence.slice(0, MOST_CHARACTERS).replace(/[’‘]/g, "'").replace(/\s+/g, ' ')
  const scores = new Map<Place, number>()
  const reasons = new Map<Place, string[]>()
  for (const { place, words, because, weight } of RULES) {
    const found = [...new Set(Array.from(text.matchAll(words), ([word]) => word.trim().toLowerCase()))]
    if (found.length === 0) continue
    scores.set(place, (scores.get(place) ?? 0) + weight + Math.min(found.length, MOST_WORDS) - 1)
    const shown = found
      .slice(0, MOST_WORDS)
      .map((word) => `“${word}”`)
      .join(', ')
    reasons.set(place, [...(reasons.get(place) ?? []), `${because}: ${shown}`])
  }
  const ranked = PLACES.filter((place) => scores.has(place)).toSorted(
    (a, b) => scores.get(b)! - scores.get(a)!,
  )
  const [place = 'pattern', second] = ranked
  const isClose = second !== undefined && scores.get(second)! >= scores.get(place)! - 1
  return { place, reasons: reasons.get(place) ?? [], ...(isClose && { also: second }) }
}

/** What to type, and what is worth adding. */
export function commandFor(place: Place, sentence: string): { command: string; note?: string } {
  const quoted = `'${sentence.trim().replaceAll("'", String.raw`'\''`)}'`
  switch (place) {
    case 'scratchpad':
      return {
        command: `printf '%s\\n' ${quoted} >> .agent/scratchpad.md`,
        note: 'the scratchpad is for this session: it is shown to the next iteration, and never stored',
      }
    case 'project':
      return {
        command: `printf '%s\\n' ${quoted} >> AGENTS.md`,
        note: 'AGENTS.md (or CLAUDE.md) is read in every session, by everyone: keep it short',
      }
    case 'decision':
      return {
        command: `git ralph remember ${quoted} --type decision`,
        note: 'if it shapes the design for good, write it into the design documents too',
      }
    default:
      return { command: `git ralph remember ${quoted} --type ${place}` }
  }
}
