import type { TitleCase } from './title.ts'

/** Titles above eighty characters: ended where a clause ends, and never so that the rest would change the meaning. */
export const long: TitleCase[] = [
  [
    'Show the price with tax in the cart so that customers in the EU see what they will pay before the checkout',
    'Show the price with tax in the cart',
  ],
  [
    'Keep the cart when a customer signs in, which used to empty it whenever the session had been started on another device',
    'Keep the cart when a customer signs in',
  ],
  [
    'Add a filter for archived projects and fix the sorting of project names that begin with a digit',
    'Add a filter for archived projects',
  ],
  [
    'Export invoices as one PDF file instead of a folder of images when more than one invoice has been selected',
    'Export invoices as one PDF file instead of a folder of images',
  ],
  [
    'Do not send the weekly summary to members who have left the workspace or who never accepted their invitation',
    'Do not send the weekly summary to members who have left the workspace or who…',
    'Do not send the weekly summary to members who have left the workspace…',
  ],
  [
    'Remove the option to sign in by text message from workspaces that already require a security key of their members',
    'Remove the option to sign in by text message from workspaces that already…',
  ],
  [
    'Allow viewers to comment on shared boards unless the owner has switched comments off for the whole workspace',
    'Allow viewers to comment on shared boards unless the owner has switched comments…',
    'Allow viewers to comment on shared boards unless the owner has switched…',
  ],
  [
    'Prevent the map from jumping back to the first marker whenever the list beside it is sorted by a different column',
    'Prevent the map from jumping back to the first marker',
    'Prevent the map from jumping back to the first marker whenever the list beside…',
    'Prevent the map from jumping back to the first marker whenever the list…',
  ],
  [
    'Add `--format` to `acme export` (one of `csv`, `json` and `xlsx`, where `csv` stays the default for older scripts)',
    'Add `--format` to `acme export`',
  ],
  [
    'Fix the total on invoices with several currencies. The old total added amounts without converting them first.',
    'Fix the total on invoices with several currencies',
  ],
  [
    'The time it takes to open a board with a very long history in the calendar view has been halved by reading less',
    'The time it takes to open a board with a very long history in the calendar view…',
  ],
  [
    'When a guest opens a board that was shared by mail with everyone of the workspace, ask for a name before anything else',
    'When a guest opens a board that was shared by mail with everyone…',
    'When a guest opens a board that was shared by mail with everyone of the…',
    'When a guest opens a board that was shared by mail with everyone of the workspace…',
  ],
  [
    'Add a button to remove members who have not signed in for a year from the boards that they were once invited to',
    'Add a button to remove members who have not signed in for a year…',
  ],
  [
    'Fix a bug where reminders that belong to boards of other workspaces would be treated as overdue by the weekly summary',
    'Fix a bug where reminders that belong to boards of other workspaces…',
    'Fix a bug where reminders that belong to boards of other workspaces would be…',
    'Fix a bug where reminders that belong to boards of other workspaces would…',
  ],
  [
    'Read the settings of a board only once for each visitor, making lists with many cards open in half of the time',
    'Read the settings of a board only once for each visitor, making lists with many…',
  ],
  [
    'Add completion in the shell for the names of boards, cards, lists, members and labels that belong to a workspace',
    'Add completion in the shell for the names of boards, cards, lists, members…',
    'Add completion in the shell',
  ],
  [
    'Show the number of open cards in the header of a list while a board is being archived',
    'Show the number of open cards in the header of a list',
  ],
  [
    'Fix avatars are cut off when the name of a member is longer than the column is wide',
    'Fix avatars are cut off when the name of a member is longer than the column…',
  ],
  [
    'fix: uploads were not kept whenever a guest had opened the board by a link',
    'Uploads were not kept whenever a guest had opened the board by a link',
  ],
  [
    'Add support for uploading several pictures at once to cards and comments in a board',
    'Add support for uploading several pictures at once to cards and comments…',
  ],
  [
    'Ask for a name in order to find invoices that are archived by another member faster',
    'Ask for a name in order to find invoices that are archived by another member…',
  ],
  [
    'Show the same colour for the only label of a card as for the "all the labels" filter',
    'Show the same colour for the only label of a card as for the "all the labels"…',
  ],
  [
    'Let the owner of a workspace see the names of the members in the list of the guests of a board',
    'Let the owner of a workspace see the names of the members in the list of the…',
    'Let the owner of a workspace see the names of the members in the list…',
    'Let the owner of a workspace see the names of the members',
  ],
  [
    'Bump example.org/accounting/statements/exporters/spreadsheets from 1.37.0 to 1.38.0',
    'Bump example.org/accounting/statements/exporters/spreadsheets from 1.37.0…',
  ],
  [
    'fix: uploads of pictures fail when the disk of the workspace is almost full or slow',
    'Uploads of pictures fail when the disk of the workspace is almost full or slow',
  ],
  [
    'Ask for the reason when a guest leaves a board; members who never opened it are not asked for one',
    'Ask for the reason when a guest leaves a board',
  ],
  [
    'Restrict pictures of boards to file: addresses in the workspaces of guests, members, owners and others',
    'Restrict pictures of boards to file: addresses in the workspaces of guests…',
    'Restrict pictures of boards to file: addresses',
  ],
  [
    'To keep long boards quick to open, lists with more than a hundred cards are now loaded when they come into view',
    'To keep long boards quick to open, lists with more than a hundred cards…',
  ],
  [
    'Export labels, lists and colours that are compatible with the planner of the phone and that of the tablet',
    'Export labels, lists and colours that are compatible with the planner…',
    'Export labels, lists and colours that are compatible with the planner of the…',
  ],
  [
    'Fix an issue where reminders would be sent by mail when a member of the workspace has reminders switched off',
    'Fix an issue where reminders would be sent by mail when a member of the…',
    'Fix an issue where reminders would be sent by mail when a member…',
  ],
  [
    'Fix an issue where reminders were sent twice when a member of the workspace has more than one device at hand',
    'Fix an issue where reminders were sent twice',
  ],
  [
    'fix: search of archived boards does not correctly remember the column of guests',
    'Search of archived boards does not correctly remember the column of guests',
  ],
  [
    "fix: names of archived boards aren't translated by the planner of the workspace",
    "Names of archived boards aren't translated by the planner of the workspace",
  ],
]
