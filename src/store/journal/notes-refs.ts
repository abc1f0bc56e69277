/** Where the journal is kept, and where changes wait that found it busy for too long. */
export const NOTES = 'refs/notes/ralph'
export const NOTES_PENDING = 'refs/ralph-notes-pending'
