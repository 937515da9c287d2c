/** What the widget says by itself. */
export interface WidgetWords {
  news: string
  all: string
  close: string
  nothing: string
  reading: string
  unread(count: number): string
}

const words = (
  [news, all, close, nothing, reading]: [string, string, string, string, string],
  unread: (count: number) => string,
): WidgetWords => ({ news, all, close, nothing, reading, unread })

const LANGUAGES: Record<string, WidgetWords> = {
  en: words(['What’s new', 'All changes', 'Close', 'Nothing yet.', 'Loading…'], n => `${n} unread`),
  de: words(
    ['Neuigkeiten', 'Alle Änderungen', 'Schließen', 'Noch nichts.', 'Wird geladen…'],
    n => `${n} ungelesen`,
  ),
  fr: words(
    ['Nouveautés', 'Tous les changements', 'Fermer', 'Rien pour l’instant.', 'Chargement…'],
    n => `${n} non lues`,
  ),
  es: words(['Novedades', 'Todos los cambios', 'Cerrar', 'Nada todavía.', 'Cargando…'], n => `${n} sin leer`),
  pt: words(
    ['Novidades', 'Todas as mudanças', 'Fechar', 'Nada ainda.', 'Carregando…'],
    n => `${n} não lidas`,
  ),
  ja: words(['更新情報', 'すべての更新', '閉じる', 'まだありません。', '読み込み中…'], n => `未読 ${n} 件`),
  ar: words(['المستجدات', 'كل التغييرات', 'إغلاق', 'لا شيء بعد.', 'جارٍ التحميل…'], n => `${n} غير مقروءة`),
}

/** The words of a language, a BCP 47 tag; English where there are none. */
export function wordsIn(language: string): WidgetWords {
  const [primary = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(LANGUAGES, primary) && LANGUAGES[primary]) || (LANGUAGES.en as WidgetWords)
}
