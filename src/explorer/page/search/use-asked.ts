import { useEffect, useRef, useState } from 'preact/hooks'
import { setParams } from '../shell/route.js'

/** Long enough for two keys struck at once, too short to be noticed. */
const PAUSE_MS = 25

/** What is typed, and a moment later what is asked: that is also in the address. */
export function useAsked(inAddress: string, changed: () => void) {
  const [typed, setTyped] = useState(inAddress)
  const put = useRef(inAddress)
  useEffect(() => {
    const asked = typed.trim()
    if (asked === put.current) return undefined
    const timer = setTimeout(() => {
      put.current = asked
      changed()
      setParams({ q: asked || undefined, id: undefined, on: undefined }, true)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    // What was put there from here is older than what is typed by now.
    if (inAddress === put.current) return
    put.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  return { typed, asked: inAddress, type: setTyped }
}
