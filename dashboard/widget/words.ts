import { BREAKING, kindsIn } from '#changelog/words/kinds.ts'

/** What the widget says by itself. */
export interface WidgetWords {
  kinds: ReturnType<typeof kindsIn>
  breaking: string
  news: string
  all: string
  close: string
  nothing: string
  reading: string
  failed: string
  unread(count: number): string
}

const words = (
  language: Parameters<typeof kindsIn>[0],
  [news, all, close, nothing, reading, failed]: [string, string, string, string, string, string],
  unread: (count: number) => string,
): WidgetWords => ({
  ...{ kinds: kindsIn(language), breaking: BREAKING[language] },
  ...{ news, all, close, nothing, reading, failed, unread },
})

const LANGUAGES: Record<string, WidgetWords> = {
  en: words(
    'en',
    ['What’s new', 'All changes', 'Close', 'Nothing yet.', 'Loading…', 'This could not be loaded.'],
    n => `${n} unread`,
  ),
  de: words(
    'de',
    [
      'Neuigkeiten',
      'Alle Änderungen',
      'Schließen',
      'Noch nichts.',
      'Wird geladen…',
      'Das konnte nicht geladen werden.',
    ],
    n => `${n} ungelesen`,
  ),
  fr: words(
    'fr',
    [
      'Nouveautés',
      'Tous les changements',
      'Fermer',
      'Rien pour l’instant.',
      'Chargement…',
      'Le chargement a échoué.',
    ],
    n => `${n} non lues`,
  ),
  es: words(
    'es',
    ['Novedades', 'Todos los cambios', 'Cerrar', 'Nada todavía.', 'Cargando…', 'No se ha podido cargar.'],
    n => `${n} sin leer`,
  ),
  pt: words(
    'pt',
    ['Novidades', 'Todas as mudanças', 'Fechar', 'Nada ainda.', 'Carregando…', 'Não foi possível carregar.'],
    n => `${n} não lidas`,
  ),
  ja: words(
    'ja',
    ['更新情報', 'すべての更新', '閉じる', 'まだありません。', '読み込み中…', '読み込めませんでした。'],
    n => `未読 ${n} 件`,
  ),
  ar: words(
    'ar',
    ['المستجدات', 'كل التغييرات', 'إغلاق', 'لا شيء بعد.', 'جارٍ التحميل…', 'تعذّر التحميل.'],
    n => `${n} غير مقروءة`,
  ),
}

/** The words of a language, a BCP 47 tag; English where there are none. */
export function wordsIn(language: string): WidgetWords {
  const [primary = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(LANGUAGES, primary) && LANGUAGES[primary]) || (LANGUAGES.en as WidgetWords)
}
