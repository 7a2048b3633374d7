-- Run once, on the first primary. Choose passwords of your own.
CREATE ROLE replicator LOGIN REPLICATION PASSWORD 'choose-a-password';
CREATE ROLE tattle LOGIN PASSWORD 'choose-a-password';
CREATE ROLE haproxy LOGIN;
CREATE DATABASE tattle OWNER tattle;
