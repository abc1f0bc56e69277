/** What memories really hold that is as random as a key: commit ids, UUIDs, file hashes, lock-file lines, images, tokens of tests. */
import { randomOf } from './planted-secrets.js'

const some = randomOf(7)
const hex = (length: number): string => some('0123456789abcdef', length)
const base64 = (length: number): string =>
  some('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length)
const an = (length: number): string =>
  some('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', length)
const digits = (length: number): string => some('123456789', length)
const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`

const KINDS: (() => string)[] = [
  () => `The regression came with commit ${hex(40)}; reverting it fixes the flaky test`,
  () => `Bisected to ${hex(7)}, see also ${hex(12)}`,
  () => `Tree ${hex(64)} is a SHA-256 object id`,
  () => `Order ${uuid()} was billed twice because the request id ${uuid()} was reused`,
  () => `"integrity": "sha512-${base64(86)}=="`,
  () => `lodash@^4.17.21: resolved "https://registry.yarnpkg.com/lodash/-/lodash-4.17.21.tgz#${hex(40)}"`,
  () => `golang.org/x/text v0.3.7 h1:${base64(43)}=`,
  () => `checksum = "${hex(64)}" for serde in Cargo.lock`,
  () => `requests==2.31.0 --hash=sha256:${hex(64)}`,
  () => `sha256sum of the tarball: ${hex(64)}  release.tar.gz`,
  () => `MD5 (${hex(6)}.bin) = ${hex(32)}`,
  () => `The icon is inlined: data:image/png;base64,iVBORw0KGgo${base64(220)}=`,
  () => `docker pull node@sha256:${hex(64)}`,
  () => `Set AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE in the docs only`,
  () => `The docs show ghp_${'x'.repeat(36)} as a placeholder`,
  () => `Read the token from process.env.GITHUB_TOKEN, never from a file (run ${digits(5)})`,
  () => `DATABASE_URL=postgres://user:password@localhost:5432/app${digits(2)} for tests`,
  () => `Use postgres://\${DB_USER}:\${DB_PASSWORD}@db:5432/app${digits(2)} in compose`,
  () => `https://github.com/acme/repo${digits(3)}/pull/${digits(4)}#discussion_r${digits(9)}`,
  () => `git clone git@github.com:acme/service-${hex(5)}.git; ssh://git@host:2222/x`,
  () => `The password field must be hashed with argon2id, cost ${digits(2)}; secret rotation is weekly`,
  () => `npm_config_registry overrides .npmrc in step ${digits(3)}; npm_lifecycle_event is set too`,
  () => `The header is -----BEGIN PRIVATE KEY-----, our parser skips it (case ${digits(3)})`,
  () => `-----BEGIN CERTIFICATE-----\n${base64(64)}\n${base64(64)}\n-----END CERTIFICATE-----`,
  () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(43)} somebody@host is the deploy key's public half`,
  () => `trace id ${hex(32)} span ${hex(16)}: 5.2 s in the ORM`,
  () => `CSS module class .Button_root__${an(5)} changes with each build, chunk-${an(8)}.js too`,
  () => `mongodb://localhost:27017/test${digits(2)} needs a replica set for transactions`,
  () => `Cursor eyJ${an(24)} is opaque: never decode it`,
  () => `_authToken=\${NPM_TOKEN} in .npmrc is expanded at run time (${digits(4)})`,
  () => `Stripe's pk_test key is public; price_${an(24)} and cus_${an(14)} are ids`,
  () => `The S3 key uploads/${an(20)}/${an(12)}.jpg is not a credential`,
  () =>
    `Slack channel C0${some('ABCDEFGHJKMNPQRSTVWXYZ0123456789', 9)} gets the alerts of team T0${digits(8)}`,
  () => `snapshot_id=${an(22)} etag="${hex(32)}-${digits(2)}"`,
  () => `ULID 01${some('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)} sorts by time; KSUID ${an(27)} too`,
  () => `ECONNREFUSED on port ${digits(4)} means PostgreSQL isn't running. Fix: \`docker-compose up -d\``,
  () => `Feature flag ${hex(24)} (LaunchDarkly id) guards src/db/${hex(6)}.ts:${digits(2)}`,
  () =>
    `test secret: AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY, from the manual (${digits(3)})`,
  () => `The sk-learn pipeline caches to hf_cache_${hex(6)}; glc_ prefix means Grafana`,
  () => `Tag v${digits(1)}.${digits(2)}.${digits(1)}+build.${hex(8)} signed by key ${hex(40).toUpperCase()}`,
]

/** The secrets a careful person would not call one: 500 of them, alike on every run. */
export const HARMLESS: string[] = Array.from({ length: 500 }, (_, at) => KINDS[at % KINDS.length]!())
