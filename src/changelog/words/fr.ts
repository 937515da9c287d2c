import type { PageWords } from './en.ts'
import { kindsIn } from './kinds.ts'

export const fr: PageWords = {
  language: 'fr',
  dates: 'fr-FR',
  kinds: kindsIn('fr'),
  lists: {
    features: { below: 'Aussi nouveau', alone: 'Nouveau' },
    improvements: { below: 'Aussi amélioré', alone: 'Amélioré' },
    security: { below: 'Sécurité', alone: 'Sécurité' },
    fixes: { below: 'Aussi corrigé', alone: 'Corrigé' },
    changes: { below: 'Aussi modifié', alone: 'Modifié' },
  },
  breaking: 'Action requise',
  machineTranslation: 'Traduction automatique',
  languages: 'Langues',
  changelogOf: account => `Nouveautés de ${account}`,
  newsFrom: account => `Les nouveautés de ${account}.`,
  atomFeed: 'S’abonner au flux',
  jsonFeed: 'JSON Feed',
  skip: 'Aller au contenu',
  madeWith: 'Créé avec Tidings.',
  list: {
    links: 'Liens et flux',
    copyFeed: 'Copiez cette adresse dans votre lecteur de flux :',
    filter: 'Filtrer',
    all: 'Tout',
    search: 'Rechercher',
    searchLabel: 'Rechercher dans les nouveautés',
    clear: 'Effacer la recherche',
    pages: 'Pages',
    older: 'Entrées plus anciennes',
    withheld: 'Non publié',
    found: (count, search) => `${count} ${count < 2 ? 'entrée' : 'entrées'} avec « ${search} »`,
    dated: (title, day) => `${title}, ${day}`,
    noMatch: 'Aucun résultat',
    showAll: 'Tout afficher',
    empty: 'Rien d’annoncé pour l’instant',
    follow: ['Suivez le flux', ' pour être averti de la première entrée.'],
  },
  edition: {
    index: 'Dans cette édition',
    ofYear: year => `Éditions de ${year}`,
    weekOf: day => `Semaine du ${day}`,
    part: (title, number) => `${title}, partie ${number}`,
    andMore: (first, more) =>
      `${first} ; et ${more} ${more === 1 ? 'autre changement' : 'autres changements'}.`,
  },
  entry: { back: 'Nouveautés', others: 'Autres entrées', newer: 'Plus récent', older: 'Plus ancien' },
  notFound: {
    sentence: 'Rien n’a été trouvé à cette adresse.',
    explanation: 'Elle contient peut-être une erreur, ou le contenu a été déplacé.',
  },
  withdrawn: {
    sentence: 'Cette entrée a été retirée.',
    explanation: 'Elle avait été publiée, puis retirée par l’équipe.',
  },
}
