import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

/** Arabic, with the digits that websites in most Arabic-speaking countries use. */
export const ar: PageWords = {
  language: 'ar',
  dates: 'ar-u-nu-latn',
  kinds: kindsIn('ar'),
  lists: {
    features: { below: 'جديد أيضًا', alone: 'جديد' },
    improvements: { below: 'تحسينات أخرى', alone: 'تحسينات' },
    security: { below: 'أمان', alone: 'أمان' },
    fixes: { below: 'إصلاحات أخرى', alone: 'إصلاحات' },
    changes: { below: 'تغييرات أخرى', alone: 'تغييرات' },
  },
  breaking: 'يتطلب إجراءً',
  machineTranslation: 'ترجمة آلية',
  languages: 'اللغات',
  changelogOf: account => `مستجدات ${account}`,
  newsFrom: account => `آخر المستجدات من ${account}.`,
  atomFeed: 'الاشتراك في الخلاصة',
  jsonFeed: 'JSON Feed',
  skip: 'الانتقال إلى المحتوى',
  madeWith: 'أُنشئ باستخدام Tidings.',
  list: {
    links: 'الروابط والخلاصات',
    copyFeed: 'انسخ هذا العنوان إلى قارئ الخلاصات:',
    filter: 'تصفية',
    all: 'الكل',
    search: 'بحث',
    searchLabel: 'البحث في المستجدات',
    clear: 'مسح البحث',
    pages: 'الصفحات',
    older: 'مستجدات أقدم',
    withheld: 'غير منشور',
    found: (count, search) => `نتائج البحث عن «${search}»: ${count}`,
    dated: (title, day) => `${title}، ${day}`,
    noMatch: 'لا توجد نتائج',
    showAll: 'عرض الكل',
    empty: 'لم يُعلَن عن شيء بعد',
    follow: ['تابع الخلاصة', ' ليصلك أول إعلان.'],
  },
  edition: {
    index: 'في هذا العدد',
    ofYear: year => `أعداد عام ${year}`,
    weekOf: day => `أسبوع ${day}`,
    part: (title, number) => `${title}، الجزء ${number}`,
    andMore: (first, more) => `${first}؛ وتغييرات أخرى (${more}).`,
  },
  entry: { back: 'المستجدات', others: 'مستجدات أخرى', newer: 'الأحدث', older: 'الأقدم' },
  notFound: {
    sentence: 'لم يُعثر على شيء في هذا العنوان.',
    explanation: 'ربما كُتب العنوان خطأً، أو نُقل المحتوى.',
  },
  withdrawn: {
    sentence: 'سُحب هذا الإعلان.',
    explanation: 'نُشر ثم سحبه الفريق.',
  },
}
