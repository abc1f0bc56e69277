// In place of string-width, which yargs loads three times: its emoji regular expression and Intl.Segmenter cost 50 ms at load.
// yargs measures our own help texts with it, which hold no wide characters.
// eslint-disable-next-line no-control-regex
export default (text) => text.replace(/\u001b\[[\d;]*m/g, '').length
