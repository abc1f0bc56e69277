/** Where parked changes wait: `refs/ralph-memory-pending/<branch>/<commit>`. */
export const PENDING = 'refs/ralph-memory-pending'
