-- The language of mails to somebody outside the school whom a student lets in. Null: that of the school.
alter table finance_proxies add column locale text check (locale in ('en', 'de', 'ar'));
