import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

/** Spanish. */
export const es: PageWords = {
  language: 'es',
  dates: 'es-ES',
  kinds: kindsIn('es'),
  lists: {
    features: { below: 'También nuevo', alone: 'Nuevo' },
    improvements: { below: 'También mejorado', alone: 'Mejorado' },
    security: { below: 'Seguridad', alone: 'Seguridad' },
    fixes: { below: 'También corregido', alone: 'Corregido' },
    changes: { below: 'También cambiado', alone: 'Cambiado' },
  },
  breaking: 'Requiere acción',
  machineTranslation: 'Traducción automática',
  languages: 'Idiomas',
  changelogOf: account => `Novedades de ${account}`,
  newsFrom: account => `Las novedades de ${account}.`,
  atomFeed: 'Suscribirse al feed',
  jsonFeed: 'JSON Feed',
  skip: 'Ir al contenido',
  madeWith: 'Hecho con Tidings.',
  list: {
    links: 'Enlaces y feeds',
    copyFeed: 'Copia esta dirección en tu lector de feeds:',
    filter: 'Filtrar',
    all: 'Todo',
    search: 'Buscar',
    searchLabel: 'Buscar en las novedades',
    clear: 'Borrar la búsqueda',
    pages: 'Páginas',
    older: 'Entradas anteriores',
    withheld: 'Sin publicar',
    found: (count, search) => `${count} ${count === 1 ? 'entrada' : 'entradas'} con «${search}»`,
    dated: (title, day) => `${title}, ${day}`,
    noMatch: 'No hay resultados',
    showAll: 'Mostrar todo',
    empty: 'Aún no se ha anunciado nada',
    follow: ['Sigue el feed', ' para enterarte de la primera entrada.'],
  },
  edition: {
    index: 'En esta edición',
    ofYear: year => `Ediciones de ${year}`,
    weekOf: day => `Semana del ${day}`,
    part: (title, number) => `${title}, parte ${number}`,
    opening: (themes, more) => `${themes.join('; ')}; y ${more} ${more === 1 ? 'cambio' : 'cambios'} más.`,
  },
  entry: { back: 'Novedades', others: 'Otras entradas', newer: 'Más reciente', older: 'Anterior' },
  notFound: {
    sentence: 'No se ha encontrado nada en esta dirección.',
    explanation: 'Puede estar mal escrita, o el contenido se ha movido.',
  },
  withdrawn: {
    sentence: 'Esta entrada se ha retirado.',
    explanation: 'Se publicó y después el equipo la retiró.',
  },
}
