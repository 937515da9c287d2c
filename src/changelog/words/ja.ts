import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

/** Japanese. */
export const ja: PageWords = {
  language: 'ja',
  dates: 'ja-JP',
  kinds: kindsIn('ja'),
  lists: {
    features: { below: 'その他の新機能', alone: '新機能' },
    improvements: { below: 'その他の改善', alone: '改善' },
    security: { below: 'セキュリティ', alone: 'セキュリティ' },
    fixes: { below: 'その他の修正', alone: '修正' },
    changes: { below: 'その他の変更', alone: '変更' },
  },
  breaking: '要対応',
  machineTranslation: '機械翻訳',
  languages: '言語',
  changelogOf: account => `${account} の更新情報`,
  newsFrom: account => `${account} の更新情報です。`,
  atomFeed: 'フィードを購読',
  jsonFeed: 'JSON Feed',
  skip: '本文へ移動',
  madeWith: 'Tidings で作成',
  list: {
    links: 'リンクとフィード',
    copyFeed: 'このアドレスをフィードリーダーに貼り付けてください：',
    filter: '絞り込み',
    all: 'すべて',
    search: '検索',
    searchLabel: '更新情報を検索',
    clear: '検索を解除',
    pages: 'ページ',
    older: '以前の更新',
    withheld: '非公開',
    found: (count, search) => `「${search}」の検索結果: ${count} 件`,
    dated: (title, day) => `${title}、${day}`,
    noMatch: '見つかりませんでした',
    showAll: 'すべて表示',
    empty: 'まだお知らせはありません',
    follow: ['フィードを購読', 'すると、最初のお知らせを受け取れます。'],
  },
  edition: {
    index: '今号の内容',
    ofYear: year => `${year}の号`,
    weekOf: day => `${day}の週`,
    part: (title, number) => `${title}（その${number}）`,
    opening: (themes, more) => `${themes.join('、')}、ほか ${more} 件。`,
  },
  entry: { back: '更新情報', others: '他の更新', newer: '次の更新', older: '前の更新' },
  notFound: {
    sentence: 'このアドレスには何も見つかりませんでした。',
    explanation: 'アドレスの誤り、または移動した可能性があります。',
  },
  withdrawn: {
    sentence: 'このお知らせは取り下げられました。',
    explanation: '一度公開され、その後チームが取り下げました。',
  },
}
