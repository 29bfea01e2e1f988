-- Somebody with whom an account is shared asked for the payment page: the student sees that too.
alter table finance_proxy_reads drop constraint finance_proxy_reads_what_check;
alter table finance_proxy_reads add constraint finance_proxy_reads_what_check check (what in ('account', 'statement', 'payment'));
