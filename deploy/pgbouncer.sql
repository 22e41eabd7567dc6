-- Lets PgBouncer look up passwords. A superuser runs it once, in Boardroom's database. See docs/operating/pooler.md.
CREATE ROLE pgbouncer LOGIN PASSWORD 'change me';
CREATE SCHEMA pgbouncer;
CREATE FUNCTION pgbouncer.secret_of(wanted text) RETURNS TABLE (name text, secret text)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS 'SELECT usename::text, passwd FROM pg_shadow WHERE usename = wanted';
REVOKE ALL ON FUNCTION pgbouncer.secret_of(text) FROM PUBLIC;
GRANT USAGE ON SCHEMA pgbouncer TO pgbouncer;
GRANT EXECUTE ON FUNCTION pgbouncer.secret_of(text) TO pgbouncer;
