drop table {{schema}}.idempotent_attempt;
drop table {{schema}}.idempotent_failure;
drop table {{schema}}.idempotent_record;
drop table {{schema}}.schema_step;
drop schema {{schema}};
