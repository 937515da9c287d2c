create table repository (
  id text primary key,
  account_id text not null references account (id),
  host text not null, name text not null, created_at integer not null,
  announce_on text default 'merge' not null, include_paths text default '[]' not null,
  exclude_paths text default '[]' not null, set_rules text default '[]' not null, external_id text,
  is_public integer, release_config text, local_id text, default_branch text, about text, history_read_at integer,
  constraint repository_name unique (account_id, host, name)
) strict;
create unique index repository_lower_name on repository (account_id, (lower(name)), host);

create table pull_request (
  id text primary key,
  account_id text not null references account (id),
  repository_id text not null references repository (id),
  number integer, commit_key text, merged_at integer not null, place text not null, decision_id text,
  reverts_number integer, reverts_commit text, reverted_at integer, promoted_at integer, promoted_by text,
  recorded_at integer not null, author text, author_is_bot integer not null,
  base_branch text, merge_commit text, url text, files_changed integer not null, additions integer not null,
  deletions integer not null, title text not null, labels text not null, linked_issues text not null,
  body text not null, commits text not null, fragments text not null, files text not null,
  host_changed_at integer, shipped_at integer, shipped_in text, classification_error text,
  classification_failed_at integer, shipments_checked integer default 0 not null, head_branch text,
  waits_for_merge integer default 0 not null, authored_at integer,
  constraint pull_request_number unique (repository_id, number),
  constraint pull_request_commit unique (repository_id, commit_key),
  constraint pull_request_named check ((number is null) <> (commit_key is null))
) strict;
create index pull_request_ledger on pull_request (account_id, merged_at, id);
create index pull_request_place on pull_request (account_id, place, merged_at, id);
create index pull_request_commit_start on pull_request (repository_id, (substr(merge_commit, 1, 7)));
create index pull_request_unclassifiable on pull_request (classification_failed_at)
  where classification_failed_at is not null;
create index pull_request_reverts on pull_request (repository_id)
  where reverts_number is not null or reverts_commit is not null or reverted_at is not null;
create index pull_request_head on pull_request (repository_id, head_branch) where head_branch is not null;
create index pull_request_base on pull_request (repository_id, base_branch, merged_at)
  where base_branch is not null;
create index pull_request_waiting on pull_request (repository_id) where waits_for_merge = 1;
create index pull_request_authored on pull_request (repository_id, authored_at) where authored_at is not null;
create index pull_request_title on pull_request (title, repository_id);
create index pull_request_account_commit on pull_request (account_id, merge_commit) where merge_commit is not null;

create table shipment (
  repository_id text not null references repository (id),
  kind text not null, tag text not null, commit_hash text not null, seq integer not null,
  constraint shipment_key primary key (repository_id, kind, tag, commit_hash),
  constraint shipment_seq unique (repository_id, seq)
) strict;

create table source (
  id text primary key,
  account_id text not null references account (id),
  repository_id text not null unique references repository (id),
  provider text not null, api_url text not null, secret text, token text, installation_id text,
  state text not null, state_reason text, reconciled_until integer, created_at integer not null,
  reviews text default 'off' not null, reviews_reason text
) strict;
create index source_account on source (account_id);

create table code_host_app (
  id text primary key, provider text not null, api_url text not null, app_id text not null, slug text not null,
  client_id text not null, secrets text not null, created_at integer not null,
  constraint code_host_app_address unique (provider, api_url)
) strict;

create table installation (
  app_id text not null, installation_id text not null, login text not null,
  account_id text references account (id),
  state text not null, created_at integer not null,
  constraint installation_key primary key (app_id, installation_id)
) strict;

create table delivery (
  id text primary key, connection text not null, delivery_id text not null,
  account_id text references account (id),
  provider text not null, event text not null, headers text not null, state text not null, detail text,
  received_at integer not null, settled_at integer, body text not null,
  constraint delivery_key unique (connection, delivery_id)
) strict;
create index delivery_received on delivery (received_at);
create index delivery_account on delivery (account_id, received_at);

create table issue_title (
  repository_id text not null references repository (id), number integer not null, title text,
  primary key (repository_id, number)
) strict;

create table review (
  source_id text not null references source (id) on delete cascade, number integer not null, state text not null, signed_by text,
  constraint review_key primary key (source_id, number)
) strict;
