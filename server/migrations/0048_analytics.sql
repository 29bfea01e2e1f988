-- Usage analytics by a script of somebody else: whose, for a school; and whether a person lets themselves be counted.

-- As contract/src/analytics.ts declares it; null: none.
alter table schools add column analytics jsonb check (analytics is null or jsonb_typeof(analytics) = 'object');
-- null: nothing chosen, the school's rule holds.
alter table users add column is_counted boolean;
