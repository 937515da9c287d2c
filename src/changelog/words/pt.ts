import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

/** Portuguese, in words that are used in Brazil and in Portugal. */
export const pt: PageWords = {
  language: 'pt',
  dates: 'pt-BR',
  kinds: kindsIn('pt'),
  lists: {
    features: { below: 'Também novo', alone: 'Novo' },
    improvements: { below: 'Também melhorado', alone: 'Melhorado' },
    security: { below: 'Segurança', alone: 'Segurança' },
    fixes: { below: 'Também corrigido', alone: 'Corrigido' },
    changes: { below: 'Também alterado', alone: 'Alterado' },
  },
  breaking: 'Requer ação',
  machineTranslation: 'Tradução automática',
  languages: 'Idiomas',
  changelogOf: account => `Novidades de ${account}`,
  newsFrom: account => `As novidades de ${account}.`,
  atomFeed: 'Assinar o feed',
  jsonFeed: 'JSON Feed',
  skip: 'Ir para o conteúdo',
  madeWith: 'Feito com Tidings.',
  list: {
    links: 'Links e feeds',
    copyFeed: 'Copie este endereço para o seu leitor de feeds:',
    filter: 'Filtrar',
    all: 'Tudo',
    search: 'Pesquisar',
    searchLabel: 'Pesquisar nas novidades',
    clear: 'Limpar a pesquisa',
    pages: 'Páginas',
    older: 'Entradas anteriores',
    withheld: 'Não publicado',
    found: (count, search) => `${count} ${count === 1 ? 'entrada' : 'entradas'} com “${search}”`,
    dated: (title, day) => `${title}, ${day}`,
    noMatch: 'Nenhum resultado',
    showAll: 'Mostrar tudo',
    empty: 'Ainda nada anunciado',
    follow: ['Siga o feed', ' para saber da primeira entrada.'],
  },
  edition: {
    index: 'Nesta edição',
    ofYear: year => `Edições de ${year}`,
    weekOf: day => `Semana de ${day}`,
    part: (title, number) => `${title}, parte ${number}`,
    andMore: (first, more) => `${first}; e mais ${more} ${more === 1 ? 'mudança' : 'mudanças'}.`,
  },
  entry: { back: 'Novidades', others: 'Outras entradas', newer: 'Mais recente', older: 'Anterior' },
  notFound: {
    sentence: 'Nada foi encontrado neste endereço.',
    explanation: 'Ele pode conter um erro, ou o conteúdo mudou de lugar.',
  },
  withdrawn: {
    sentence: 'Esta entrada foi retirada.',
    explanation: 'Ela foi publicada e depois retirada pela equipe.',
  },
}
