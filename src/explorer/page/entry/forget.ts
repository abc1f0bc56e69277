import { attempt } from '../data/act.js'
import { route, setParams } from '../shell/route.js'

export async function forget(id: string): Promise<void> {
  const done = await attempt('forget', { ids: [id] }, `forgot ${id}`)
  if (done && route.peek().params['id'] === id) setParams({ id: undefined, on: undefined }, true)
}
