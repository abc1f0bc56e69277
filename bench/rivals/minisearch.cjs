/** Memory as a MiniSearch index in one JSON file. `node minisearch.cjs <path of minisearch> <file> seed|store|find|all [text]` */
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const [, , path, file, job, text] = process.argv
const MiniSearch = require(path)

const options = { fields: ['text'], storeFields: ['text'] }
const index = existsSync(file)
  ? MiniSearch.loadJSON(readFileSync(file, 'utf8'), options)
  : new MiniSearch(options)

function store(texts) {
  index.addAll(texts.map((each) => ({ id: require('node:crypto').randomUUID(), text: each })))
  const next = `${file}.${process.pid}`
  writeFileSync(next, JSON.stringify(index))
  renameSync(next, file)
}

if (job === 'seed') store(JSON.parse(readFileSync(0, 'utf8')))
else if (job === 'store') store([text])
else {
  const found = job === 'find' ? index.search(text).slice(0, 10) : index.search(MiniSearch.wildcard)
  for (const hit of found) console.log(hit.text)
}
