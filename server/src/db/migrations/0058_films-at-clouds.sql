comment on column videos.host_hash is 'Vimeo''s key of an unlisted video. For host ''hls'' the address of its playlist at a cloud, without a token.';
create index videos_at_clouds on videos (host_hash) where host = 'hls';
