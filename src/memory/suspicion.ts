/**
 * Does a text that somebody else wrote try to give the agent orders, or to hide something from its reader? Memories are advice by nature
 * ("always run the tests first"), so only what no honest memory says counts: overriding what the agent was told, posing as the
 * system or as a tool call, text nobody can see, instructions to keep a secret from the user. Pure.
 *
 * A look-out, not a wall: whoever words it differently gets through, which is why briefings quote memories as data.
 */

interface Sign {
  why: string
  pattern: RegExp
}

const OVERRIDES: Sign = {
  why: 'tells the agent to disregard its instructions',
  pattern: new RegExp(
    [
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|all|any|your|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?|context)\b/,
      /\b(?:do not|don't|never) (?:follow|obey|listen to)\b.{0,30}\b(?:previous|prior|above|your|system|user'?s?)\b.{0,20}\b(?:instructions?|prompts?|rules?|guidelines?)\b/,
      /\byou are (?:now|no longer) (?:an?|the|in|bound|restricted|dan)\b/,
      /\bnew (?:system )?(?:instructions?|prompt|directives?)\s*:/,
      /\b(?:developer|god|jailbreak|dan|admin(?:istrator)?) mode (?:is )?(?:on|enabled|activated)\b/,
      /\bfrom now on,? you (?:must|will|are|shall)\b/,
      /\b(?:ignorez?|oubliez?) (?:toutes )?(?:les|vos) (?:instructions|consignes)\b/,
      /\b(?:ignoriere|vergiss)\b.{0,20}\b(?:anweisungen|instruktionen|regeln)\b/,
      /\b(?:ignora|olvida)\b.{0,25}\b(?:instrucciones|istruzioni|reglas)\b/,
      /(?:忽略|无视|無視).{0,12}(?:指令|指示|提示|规则)|(?:以前|これまで|上記)の.{0,6}(?:指示|命令).{0,6}(?:無視|忘れ)|(?:이전|위의|앞의).{0,8}(?:지시|명령|지침).{0,8}(?:무시|잊)/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'iu',
  ),
}

const SIGNS: readonly Sign[] = [
  OVERRIDES,
  {
    why: 'tells the agent to keep something from its user',
    pattern:
      /\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|ask(?:ing)?)\b.{0,30}\b(?:the )?(?:user|human|developer|operator|owner)\b/i,
  },
  {
    why: 'poses as the system, or as another turn of the conversation',
    pattern:
      /<\|?(?:im_start|im_end|endoftext|system|assistant|user|start_header_id)\|?>|\[\/?(?:INST|SYS|SYSTEM)\]|<<\/?SYS>>|<\/?(?:system|assistant|human|user)(?:[-_ ](?:prompt|message|reminder|instructions?))?>|^[ \t>]{0,20}(?:system|assistant|human)[ \t]{0,5}:[ \t]{0,5}\S/im,
  },
  {
    why: 'looks like a tool call',
    pattern:
      /<\/?(?:antml:)?(?:function_calls?|invoke|tool_use|tool_call|tool_result|parameter)\b[^>]{0,200}>|["'](?:tool_name|tool_calls?|function_call)["']\s{0,5}:|```(?:tool_code|tool_call|function_call)\b/i,
  },
  {
    why: 'holds characters that nobody can see',
    // Tags, variation selectors that hide bytes, zero-width signs in a row, and marks that reorder text.
    pattern:
      /[\u{e0000}-\u{e01ef}\u202a-\u202e\u2066-\u2069\u206a-\u206f]|[\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e\u3164\uffa0]{2}|[\ufe00-\ufe0f]{2}/u,
  },
  {
    why: 'hides text in a comment or in markup',
    pattern:
      /<!--(?![\s\S]{0,200}?(?:tags|created|secretlint|prettier|eslint|markdownlint|toc)\b)[\s\S]{12}|<(?:script|iframe|object|embed|img|svg|style|link|meta|form|base)\b[^>]{0,300}>|style\s{0,3}=\s{0,3}["'][^"']{0,200}(?:display\s*:\s*none|font-size\s*:\s*0|visibility\s*:\s*hidden)/i,
  },
  {
    why: 'sends something away through a link or an image',
    pattern:
      /!\[[^\]]{0,100}\]\(\s{0,5}https?:[^)]{0,300}[?&=]|\]\(\s{0,5}(?:javascript|data|vbscript):|\b(?:curl|wget|nc|ncat)\b[^\n]{0,200}(?:\$\(|`|\$\{|\$[A-Z_]{3}|--data|-d |\.env\b|\.ssh\b|id_rsa|<)/i,
  },
  {
    why: 'runs something straight from the network',
    pattern:
      /\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\b(?:bash|sh|zsh|python3?|node|perl)\b\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)|\b(?:eval|exec)\s*\(?\s*["'`$]?\(?\s*(?:atob|base64|curl|wget)|\bbase64\b[^\n]{0,40}(?:-d|--decode)[^\n]{0,80}\|\s*(?:ba|z|da)?sh\b/i,
  },
  {
    why: 'holds a long encoded block',
    pattern:
      /(?<![A-Za-z0-9+/=_-])(?!data:)(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*\d)[A-Za-z0-9+/_-]{240,}={0,2}/,
  },
]

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/
/** What a text must have for any sign to be in it: a pull of ten thousand memories looks for this first. */
const HINT =
  /ignor|disregard|forget|override|bypass|follow|obey|listen|you are|new (?:system|instruction|prompt|directive)|mode|from now|oublie|vergiss|olvida|do not|don't|never|without|system|assistant|human|<|\[\/?(?:INST|SYS)|!\[|["']tool|["']function|```|style|\]\(|curl|wget|iwr|webrequest|\bnc|base64|eval|exec|[^\u0000-\u007f]|[\w+/-]{240}/i

/** Long enough for any honest memory; what is longer is cut so that no pattern takes long. */
const LONGEST = 64 * 1024

/** What is suspicious about a text, in words for people; nothing for nearly every text. */
export function suspicionsOf(text: string): string[] {
  const looked = text.slice(0, LONGEST)
  // The same words in other letters: full-width and styled letters are read by models as plain ones.
  const plain = ASCII.test(looked)
    ? looked
    : looked.normalize('NFKC').replace(/[\u200b-\u200d\u2060\u00ad]/g, '')
  if (plain === looked && !HINT.test(looked)) return []
  return SIGNS.filter(({ pattern }) => pattern.test(looked) || (plain !== looked && pattern.test(plain))).map(
    ({ why }) => why,
  )
}
