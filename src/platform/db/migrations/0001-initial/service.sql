create table job (
  id text primary key,
  account_id text references account (id),
  kind text not null, payload text not null, dedupe_key text, priority integer not null, turn integer not null,
  available_at integer, lease_token text, attempts integer not null, last_error text,
  created_at integer not null, deaths integer default 0 not null,
  request_id text
) strict;
create index job_account on job (account_id, turn);
create unique index job_waiting on job (dedupe_key) where lease_token is null and available_at is not null;
create index job_line on job (priority, turn, id)
  where available_at is not null and lease_token is null and deaths = 0;
create index job_suspects on job (priority, turn, id)
  where available_at is not null and (lease_token is not null or deaths > 0);

create table worker (
  id text primary key, started_at integer not null, seen_at integer not null
) strict;

create table server_value (
  name text primary key, value text not null
) strict;
