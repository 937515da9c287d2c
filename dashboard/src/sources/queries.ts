import { api } from '../api/client.ts'
import { accountQuery, type DataOf, pagedQuery } from '../api/queries.ts'

const account = api.accounts[':account']

/** The connected repositories. */
export const sourcesQuery = accountQuery(['sources', 'all'], account.sources.$get)

export type Source = DataOf<typeof sourcesQuery>['sources'][number]

/** The git directories that the operator allows. Only for owners. */
export const directoriesQuery = accountQuery(['sources', 'directories'], account['git-directories'].$get)

/** The repositories, and which of their merges belong to the account. */
export const repositoriesQuery = accountQuery(['sources', 'repositories'], account.repositories.$get)

export type Repository = DataOf<typeof repositoriesQuery>['repositories'][number]

/** The jobs that gave up after several attempts. */
export const failuresQuery = accountQuery(['sources', 'failures'], account.failures.$get)

export type Failed = DataOf<typeof failuresQuery>
export type FailedJob = Failed['jobs'][number]

/** Received webhooks, newest first. */
export const deliveriesQuery = pagedQuery('sources', account.deliveries.$get)
