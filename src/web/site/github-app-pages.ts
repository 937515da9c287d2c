import type {
  ConnectionChoices,
  ConnectionOffer,
  InstallationChoice,
  RepositoryChoice,
} from '#pipeline/github-app/connect.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import type { AppRegistration } from '#pulls/connections/connect-requests.ts'
import type { AppManifest } from '#pulls/hosts/host-app.ts'

/** Title and content of a page. Values from outside are escaped. */
export interface Sheet {
  title: string
  /** HTML. */
  body: string
}

const shown = (text: string): string => escapeMarkup(safeLine(text))

const rightsOf = ({ mayComment }: AppRegistration): string =>
  `<p>It can read pull requests, issues and contents of the repositories that you choose. ${
    mayComment
      ? 'It can also comment on pull requests, which it does where reviews are switched on. The permission for that would let it change them as well, which it never does.'
      : 'It cannot change anything.'
  } GitHub shows this again before you agree.</p>`

/** A form that posts the app manifest to the code host. */
export function registrationSheet({
  url,
  manifest,
  registration,
}: AppManifest & { registration: AppRegistration }): Sheet {
  const host = shown(new URL(url).host)
  const owner =
    registration.organisation === null
      ? 'your own account'
      : `the organisation ${shown(registration.organisation)}`
  return {
    title: 'Register the GitHub app',
    body: `<p>${host} will register an app called <strong>${shown(registration.name)}</strong> for ${owner}. It tells Tidings about merges, without a token or webhook for each repository.</p>
${rightsOf(registration)}
<form method="post" action="${escapeMarkup(url)}">
<input type="hidden" name="manifest" value="${escapeMarkup(manifest)}">
<button>Continue on ${host}</button>
</form>
<p class="aside">You can change the name there. ${host} then sends you back here with the keys of the app, which are stored encrypted.</p>`,
  }
}

const CONNECT = '<pre><code>npx tidings source connect github --account ID</code></pre>'

export const registeredSheet = ({
  host,
  installAddress,
}: {
  host: string
  installAddress: string
}): Sheet => ({
  title: 'App registered',
  body: `<p>Its keys are stored encrypted. Two steps remain.</p>
<ol class="steps">
<li><p>Install the app and choose the repositories that it can read.</p><p><a class="button" href="${escapeMarkup(installAddress)}">Install on ${shown(host)}</a></p></li>
<li><p>Choose the account that they belong to. This prints the link that connects them:</p>${CONNECT}</li>
</ol>`,
})

/** Shown after an installation that did not start from one of our links: person and account are unknown. */
export const installedSheet = (baseUrl: string): Sheet => ({
  title: 'The app is installed',
  body: `<p>Nothing is read yet. Choose the account that the repositories belong to first.</p>
<p class="actions"><a class="button" href="${escapeMarkup(baseUrl)}/app/start?step=source">Continue in the dashboard</a></p>
<p class="aside">On the command line, this prints the link that connects them:</p>${CONNECT}`,
})

export const offerSheet = ({ account, host, proofAddress, installAddress }: ConnectionOffer): Sheet => ({
  title: 'Connect repositories',
  body: `<p>Merges in the repositories that you choose go to the changelog of <strong>${shown(account)}</strong>.</p>
<p>First, confirm your identity on ${shown(host)}. You can connect repositories that you administer there.</p>
<p class="actions"><a class="button" href="${escapeMarkup(proofAddress)}">Confirm on ${shown(host)}</a></p>
<p class="aside">Not installed yet? <a href="${escapeMarkup(installAddress)}">Install the app first</a>; it brings you back here.</p>`,
})

/** Shown in place of the offer to who has just registered the app. */
export const newAppSheet = ({ account, host, proofAddress, installAddress }: ConnectionOffer): Sheet => ({
  title: 'The app is created',
  body: `<p>Its keys are stored encrypted. Now install it on ${shown(host)} and choose the repositories that it can read. ${shown(host)} then brings you back to choose which of them make the changelog of <strong>${shown(account)}</strong>.</p>
<p class="actions"><a class="button" href="${escapeMarkup(installAddress)}">Install on ${shown(host)}</a></p>
<p class="aside">Installed already? <a href="${escapeMarkup(proofAddress)}">Confirm on ${shown(host)}</a>.</p>`,
})

export function choiceSheet(choices: ConnectionChoices): Sheet {
  const { account, installations, isDone } = choices
  if (isDone) return connectedSheet(choices)
  const rest = installations.some(canChoose)
    ? '<p class="actions"><button>Connect selected</button></p>'
    : '<p>All repositories are connected.</p>'
  return {
    title: 'Which repositories?',
    body: `<p>Merges in them go to the changelog of <strong>${shown(account)}</strong>. An installation of the app that you choose from belongs to that account from then on.</p>
<form method="post">
${installations.map(installationPart).join('\n')}
${installations.length === 0 ? nothingFound(choices) : rest}
</form>
<p class="aside">Missing a repository? Only repositories that you administer are shown. <a href="${escapeMarkup(choices.installAddress)}">Give the app access to more repositories</a>, then use a new link.</p>`,
  }
}

const canChoose = ({ obstacle, repositories }: InstallationChoice): boolean =>
  obstacle === null && repositories.some(isOpen)

const isOpen = ({ standing }: RepositoryChoice): boolean => standing === 'new' || standing === 'to reconnect'

const nothingFound = ({ host }: ConnectionChoices): string =>
  `<p>The app is not installed on any account on ${shown(host)} with a repository that you administer.</p>`

const installationPart = (installation: InstallationChoice): string => `<fieldset class="choices">
<legend>${shown(installation.account)}</legend>
${installation.obstacle === null ? '' : `<p>${shown(installation.obstacle)}</p>`}
<ul>${installation.repositories.map(repository => choicePart(repository, installation)).join('')}</ul>
</fieldset>`

const SAYS: Record<RepositoryChoice['standing'], string> = {
  new: '',
  connected: 'already connected',
  elsewhere: 'already connected by its own webhook',
  'to reconnect': 'to be reconnected',
}

function choicePart(repository: RepositoryChoice, { obstacle }: InstallationChoice): string {
  const { key, name, standing } = repository
  const disabled = obstacle === null && isOpen(repository) ? '' : ' disabled'
  const says = SAYS[standing] && ` <span>${SAYS[standing]}</span>`
  return `<li><label><input type="checkbox" name="repository" value="${escapeMarkup(key)}"${disabled}> <b>${shown(name)}</b>${says}</label></li>`
}

function connectedSheet({ account, next, installations }: ConnectionChoices): Sheet {
  const connected = installations
    .filter(({ obstacle }) => obstacle === null)
    .flatMap(({ repositories }) => repositories.filter(({ standing }) => standing === 'connected'))
  return {
    title: 'Connected',
    body: `<p>Merges in these repositories now go to the changelog of <strong>${shown(account)}</strong>:</p>
<ul>${connected.map(({ name }) => `<li>${shown(name)}</li>`).join('')}</ul>
<p class="actions"><a class="button" href="${escapeMarkup(next)}">Continue in the dashboard</a></p>
<p class="aside">There you can also import what was merged before, as <code>npx tidings backfill --account ID</code> does.</p>`,
  }
}

export const failureSheet = (sentence: string): Sheet => ({
  title: 'Something went wrong',
  body: `<p>${shown(sentence)}</p>`,
})
