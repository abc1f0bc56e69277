import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenize } from '../../src/search/tokens.js'

const termsOf = (text: string): string[] => tokenize(text).terms

describe('tokenize', () => {
  test('stems English words and drops stop words, whatever the punctuation', () => {
    expect(termsOf('Why are the connections refused?')).toEqual(['connect', 'refus'])
    expect(termsOf("It doesn't matter; the user’s choice.")).toEqual(termsOf('matter user choice'))
  })

  test.each([
    ['getUserById', ['getuserbyid', 'user', 'id']],
    ['user_service', ['user_service', 'userservice', 'user', 'servic']],
    ['user-service', ['user-service', 'userservice', 'user', 'servic']],
    ['HTTPServerError', ['httpservererror', 'http', 'server', 'error']],
    ['fs.readFileSync', ['fs.readfilesync', 'fs', 'readfilesync', 'read', 'file', 'sync']],
    ['--max-old-space-size', ['max-old-space-size', 'maxoldspacesize', 'max', 'old', 'space', 'size']],
    ['ERR_MODULE_NOT_FOUND', ['err_module_not_found', 'errmodulenotfound', 'err', 'modul', 'found']],
    ['TS2345', ['ts2345', 'ts', '2345']],
    ['v1.2.3', ['v1.2.3', '1.2.3', 'v1']],
    ['a7b8f3c9', ['a7b8f3c9']],
    ['@scope/pkg-name', ['scope/pkg-name', 'pkg-name', 'scope', 'pkgname', 'pkg', 'name']],
    ['C:\\Users\\me', ['c:\\users\\me', 'me', 'c', 'user']],
  ])('keeps %s whole and in parts', (name, terms) => {
    expect(termsOf(name).toSorted()).toEqual(terms.toSorted())
  })

  test('keeps a path whole, its file name, and its parts', () => {
    expect(termsOf('src/api/user_service.ts')).toEqual(
      expect.arrayContaining([
        'src/api/user_service.ts',
        'user_service.ts',
        'user_service',
        'userservice',
        'src',
        'api',
        'user',
        'servic',
        'ts',
      ]),
    )
  })

  test('writes camel, snake and kebab case alike', () => {
    for (const name of ['userService', 'user_service', 'user-service', 'UserService']) {
      expect(termsOf(name)).toEqual(expect.arrayContaining(['userservice', 'user', 'servic']))
    }
  })

  test('cuts Korean particles and endings, and adds pairs of syllables', () => {
    expect(termsOf('결제를')).toContain('결제')
    expect(termsOf('결제는')).toContain('결제')
    expect(termsOf('배포합니다')).toContain('배포')
    expect(termsOf('서비스에서')).toEqual(['서비스', '~서비', '~비스', '~스에', '~에서'])
    expect(termsOf('API는')).toEqual(['api'])
  })

  test('makes pairs of Chinese and Japanese characters', () => {
    expect(termsOf('設定を')).toEqual(['設定', '定を'])
    expect(termsOf('数据库连接')).toEqual(['数据', '据库', '库连', '连接'])
    expect(termsOf('ﾃﾞｰﾀ')).toEqual(termsOf('データ'))
  })

  test('keeps accented and other letters, and emoji', () => {
    expect(termsOf('café Größe привет 🚀')).toEqual(['café', 'größe', 'привет', '🚀'])
  })

  test('counts words, not their parts', () => {
    expect(tokenize('the getUserById function fails').length).toBe(3)
  })

  test('never makes a term that a filter could be mistaken for, nor an empty one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[^#@>*\s][^*\s]*$/)
      }),
      { examples: [['a/#\u00e0'], ['a\\@b'], ['a/>b']] },
    )
  })

  test('takes a word of any length in its stride', () => {
    expect(termsOf('a'.repeat(100_000)).length).toBeLessThan(10)
    expect(termsOf('a/'.repeat(50_000)).length).toBeLessThan(2000)
    expect(termsOf('aB'.repeat(50_000)).length).toBeLessThan(2000)
  })
})
