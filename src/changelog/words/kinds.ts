import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { Kind } from '#judgement/classification/classification.ts'

/** The languages besides English, whose words for kinds are in `KIND_FACES`. */
type Language = 'ar' | 'de' | 'es' | 'fr' | 'ja' | 'pt'

/** What readers of the changelog call each kind. */
const KIND_WORDS: Record<Kind, Record<Language, string>> = {
  feature: { ar: 'جديد', de: 'Neu', es: 'Nuevo', fr: 'Nouveau', ja: '新機能', pt: 'Novo' },
  improvement: { ar: 'تحسين', de: 'Verbessert', es: 'Mejorado', fr: 'Amélioré', ja: '改善', pt: 'Melhorado' },
  performance: {
    ar: 'أسرع',
    de: 'Schneller',
    es: 'Más rápido',
    fr: 'Plus rapide',
    ja: '高速化',
    pt: 'Mais rápido',
  },
  fix: { ar: 'إصلاح', de: 'Behoben', es: 'Corregido', fr: 'Corrigé', ja: '修正', pt: 'Corrigido' },
  security: {
    ar: 'أمان',
    de: 'Sicherheit',
    es: 'Seguridad',
    fr: 'Sécurité',
    ja: 'セキュリティ',
    pt: 'Segurança',
  },
  deprecation: {
    ar: 'قيد الإيقاف',
    de: 'Veraltet',
    es: 'Obsoleto',
    fr: 'Obsolète',
    ja: '非推奨',
    pt: 'Obsoleto',
  },
  removal: { ar: 'إزالة', de: 'Entfernt', es: 'Eliminado', fr: 'Supprimé', ja: '廃止', pt: 'Removido' },
  documentation: {
    ar: 'توثيق',
    de: 'Dokumentation',
    es: 'Documentación',
    fr: 'Documentation',
    ja: 'ドキュメント',
    pt: 'Documentação',
  },
  maintenance: {
    ar: 'تغييرات داخلية',
    de: 'Unter der Haube',
    es: 'Cambios internos',
    fr: 'Sous le capot',
    ja: '内部の変更',
    pt: 'Mudanças internas',
  },
}

/** The words for all kinds in one language. */
export const kindsIn = (language: Language | 'en'): Record<Kind, string> =>
  Object.fromEntries(
    Object.entries(KIND_FACES).map(([kind, { word }]) => [
      kind,
      language === 'en' ? word : KIND_WORDS[kind as Kind][language],
    ]),
  ) as Record<Kind, string>

/** The word before a change that readers may have to act on. */
export const BREAKING: Record<Language | 'en', string> = {
  ar: 'يتطلب إجراءً',
  de: 'Handlungsbedarf',
  en: 'Breaking',
  es: 'Requiere acción',
  fr: 'Action requise',
  ja: '要対応',
  pt: 'Requer ação',
}
