-- Speed up counting the orders that need an officer.
create index orders_to_hand_over on orders (school_id, club_id) where state = 'paid' and ready_at is null;
create index orders_disputed on orders (school_id, club_id) where disputed_at is not null;
