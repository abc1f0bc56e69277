/** Korean words without a dictionary: particles and endings are cut off, so that 결제를 and 결제는 meet. */

const PARTICLES =
  '에서부터 으로부터 에게서는 이라는 이라고 에서는 에게서 으로는 으로도 까지는 부터는 에서도 로부터 처럼은 한테서 이라도 이지만 이면서 라는 라고 에서 에게 으로 까지 부터 처럼 보다 마다 조차 마저 이나 이란 이든 밖에 한테 께서 에는 에도 와는 과는 로는 로도 만은 만을 들이 들을 들은 들의 은 는 이 가 을 를 에 의 와 과 도 로 만 나 랑'
const ENDINGS =
  '하였습니다 했습니다 되었습니다 됐습니다 하겠습니다 하십시오 합니다 됩니다 입니다 습니다 하세요 하였다 되었다 하면서 하지만 했지만 하려면 시키는 시킨다 하도록 되도록 했다 한다 하다 되다 된다 됐다 하는 되는 하고 되고 하며 되며 하여 되어 하면 되면 하게 되게 해서 돼서 하기 되기 했던 되던 이다 였다 었다 았다 있다 없다 고있다 는다 인다 한 할 함 해 된 될 됨 돼 며 고 서 면 지 다'
const CUT = new Set(`${PARTICLES} ${ENDINGS}`.split(' '))
const LONGEST = 5

/** What is left of a word once its longest particle or ending is cut off: one syllable at least, two before a cut of one. */
export function koreanStem(word: string): string {
  for (let length = Math.min(LONGEST, word.length - 1); length > 0; length--) {
    if (length === 1 && word.length < 3) break
    if (CUT.has(word.slice(-length))) return word.slice(0, -length)
  }
  return word
}
