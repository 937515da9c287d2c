import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

export const de: PageWords = {
  language: 'de',
  dates: 'de-DE',
  kinds: kindsIn('de'),
  lists: {
    features: { below: 'Außerdem neu', alone: 'Neu' },
    improvements: { below: 'Außerdem verbessert', alone: 'Verbessert' },
    security: { below: 'Sicherheit', alone: 'Sicherheit' },
    fixes: { below: 'Außerdem behoben', alone: 'Behoben' },
    changes: { below: 'Außerdem geändert', alone: 'Geändert' },
  },
  breaking: 'Handlungsbedarf',
  machineTranslation: 'Maschinell übersetzt',
  languages: 'Sprachen',
  changelogOf: account => `Neues bei ${account}`,
  newsFrom: account => `Was es bei ${account} Neues gibt.`,
  atomFeed: 'Als Feed abonnieren',
  jsonFeed: 'JSON Feed',
  skip: 'Zum Inhalt springen',
  madeWith: 'Erstellt mit Tidings.',
  list: {
    links: 'Links und Feeds',
    copyFeed: 'Diese Adresse in den Feedreader kopieren:',
    filter: 'Filter',
    all: 'Alle',
    search: 'Suchen',
    searchLabel: 'Änderungen durchsuchen',
    clear: 'Suche zurücksetzen',
    pages: 'Seiten',
    older: 'Ältere Einträge',
    withheld: 'Zurückgehalten',
    found: (count, search) => `${count} ${count === 1 ? 'Eintrag' : 'Einträge'} mit „${search}“`,
    dated: (title, day) => `${title}, ${day}`,
    noMatch: 'Nichts gefunden',
    showAll: 'Alles anzeigen',
    empty: 'Noch nichts veröffentlicht',
    follow: ['Abonnieren Sie den Feed', ', um vom ersten Eintrag zu erfahren.'],
  },
  edition: {
    index: 'In dieser Ausgabe',
    ofYear: year => `Ausgaben ${year}`,
    weekOf: day => `Woche vom ${day}`,
    part: (title, number) => `${title}, Teil ${number}`,
    opening: (themes, more) =>
      `${themes.join('; ')}; und ${more} weitere ${more === 1 ? 'Änderung' : 'Änderungen'}.`,
  },
  entry: { back: 'Änderungen', others: 'Weitere Einträge', newer: 'Neuer', older: 'Älter' },
  notFound: {
    sentence: 'Unter dieser Adresse wurde nichts gefunden.',
    explanation: 'Vielleicht ist sie falsch geschrieben, oder der Inhalt ist umgezogen.',
  },
  withdrawn: {
    sentence: 'Dieser Eintrag wurde zurückgenommen.',
    explanation: 'Er war veröffentlicht und wurde dann vom Team zurückgezogen.',
  },
}
