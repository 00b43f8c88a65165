-- migrate:up
-- Up Migration
create table coupon_stock (
  coupon text primary key,
  remaining integer not null check (remaining >= 0)
);
insert into coupon_stock (coupon, remaining) values ('next-order', 1000);

create table user_coupon (
  user_id text not null,
  order_id text not null,
  coupon text not null references coupon_stock,
  granted_at timestamptz not null default now()
);

create table loyalty_booking (
  user_id text not null,
  order_id text not null,
  points integer not null,
  booked_at timestamptz not null default now()
);

create table loyalty_cancellation (
  order_id text not null,
  booked_at timestamptz not null default now()
);

create view loyalty_balance as
select user_id, coalesce(sum(points) filter (where cancellation.order_id is null), 0)::integer as points
from loyalty_booking left join loyalty_cancellation as cancellation using (order_id)
group by user_id;

create table letter (
  id bigint generated always as identity primary key,
  user_id text not null,
  subject text not null,
  sent_at timestamptz
);

-- migrate:down
-- Down Migration
drop table letter;
drop view loyalty_balance;
drop table loyalty_cancellation;
drop table loyalty_booking;
drop table user_coupon;
drop table coupon_stock;
