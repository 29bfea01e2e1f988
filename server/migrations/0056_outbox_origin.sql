-- The address of the school at which whoever caused an event came in, so that later work knows where its links lead.
alter table outbox add column origin text;
