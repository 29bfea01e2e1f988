-- Adds a new points transaction to the member's balance in the club, and creates the balance on the first transaction.
-- Callers: trigger on club_point_transactions
create or replace function add_club_points() returns trigger language plpgsql as $$
begin
  insert into club_point_balances as b (school_id, club_id, user_id, points)
  values (new.school_id, new.club_id, new.user_id, new.points)
  on conflict (school_id, club_id, user_id) do update set points = b.points + excluded.points;
  return null;
end $$;

create or replace trigger club_point_transactions_added after insert on club_point_transactions for each row execute function add_club_points();
