/**
 * Memory in SQLite with FTS5: tables for sessions and observations and a full-text table over the latter, as several memory plugins have it.
 * `node fts5.cjs <path of better-sqlite3> <file> seed|store|find|all [text]`
 */
const [, , driver, file, job, text] = process.argv
const Database = require(driver)

const db = new Database(file)
db.pragma('journal_mode = WAL')
db.exec(`
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, project_path TEXT NOT NULL, started_at DATETIME DEFAULT CURRENT_TIMESTAMP, ended_at DATETIME, summary TEXT, tags TEXT);
  CREATE TABLE IF NOT EXISTS observations (id TEXT PRIMARY KEY, session_id TEXT REFERENCES sessions(id), type TEXT NOT NULL, content TEXT NOT NULL, metadata TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP);
  CREATE VIRTUAL TABLE IF NOT EXISTS observations_fts USING fts5(content, content=observations, content_rowid=rowid);`)

const store = db.transaction((texts) => {
  const row = db.prepare("INSERT INTO observations (id, type, content) VALUES (?, 'note', ?)")
  const searchable = db.prepare('INSERT INTO observations_fts (rowid, content) VALUES (?, ?)')
  for (const content of texts) {
    const { lastInsertRowid } = row.run(require('node:crypto').randomUUID(), content)
    searchable.run(lastInsertRowid, content)
  }
})

// Takes the lock first: a transaction that begins by reading is refused when another process wrote meanwhile.
if (job === 'seed') store.immediate(JSON.parse(require('node:fs').readFileSync(0, 'utf8')))
else if (job === 'store') store.immediate([text])
else if (job === 'find') {
  const words = text.split(/\s+/).filter((word) => word.length > 2)
  const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
  const found = db.prepare(
    'SELECT content FROM observations_fts WHERE observations_fts MATCH ? ORDER BY rank LIMIT 10',
  )
  for (const { content } of found.all(query)) console.log(content)
} else for (const { content } of db.prepare('SELECT content FROM observations').all()) console.log(content)
