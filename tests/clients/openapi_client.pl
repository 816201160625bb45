#!/usr/bin/env perl
# Requests with Perl's OpenAPI::Client. Arguments: URL of the document, API token.
# Prints one line per request: its name, the status, and the expected status.
use strict;
use warnings;
use OpenAPI::Client;

my ($document, $token) = @ARGV;
my $client = OpenAPI::Client->new($document);
# Mojo::Path removes the slash at the end of paths.
$client->ua->max_redirects(1);
$client->ua->on(start => sub { $_[1]->req->headers->authorization("Token $token") });

my %made;

# Name, expected status, operation, parameters, body.
my @calls = (
    ['federal courts', 200, 'list_courts', {jurisdiction => 'F'}],
    ['a court', 200, 'retrieve_courts', {id => 'scotus'}],
    ['dockets of other courts', 200, 'list_dockets', {'court!' => 'scotus'}],
    ['dockets since a date', 200, 'list_dockets', {date_filed__gte => '2020-01-01'}],
    ['a missing docket', 404, 'retrieve_dockets', {id => 999_999_999}],
    ['parties of a docket', 200, 'list_dockets_parties', {parent_id => 2001}],
    ['choices', 200, 'choices_courts', {field => 'jurisdiction'}],
    ['choices of a field of dockets', 200, 'choices_dockets_source', {}],
    ['the number of clusters', 200, 'list_clusters', {count => 'on'}],
    ['a search', 200, 'get_search', {q => 'order', type => 'o'}],
    ['an invalid cursor', 404, 'list_dockets', {cursor => 'x'}],
    ['usage', 200, 'get_api_usage', {}],
    ['a citation', 200, 'post_citation_lookup', {},
        {volume => '347', reporter => 'U.S.', page => '483'}],
    ['a page view', 202, 'post_increment_event', {}, {label => 'd.2001:view'}],
    ['a tag', 201, 'create_tags', {}, {name => 'perl'}],
    ['a duplicate tag', 400, 'create_tags', {}, {name => 'perl'}],
    ['a changed tag', 200, 'change_tags', sub { {id => $made{create_tags}} }, {title => 'Perl'}],
    ['own tags', 200, 'list_tags', {}],
    ['a deleted tag', 204, 'delete_tags', sub { {id => $made{create_tags}} }],
    ['a search alert', 201, 'create_alerts', {},
        {name => 'Perl', query => 'q=order&type=o', rate => 'off'}],
    ['a docket alert', 201, 'create_docket_alerts', {}, {docket => 2001}],
);

for my $call (@calls) {
    my ($name, $expected, $operation, $parameters, $body) = @$call;
    $parameters = $parameters->() if ref $parameters eq 'CODE';
    my $answer = $client->call($operation, $parameters, $body ? (json => $body) : ())->res;
    $made{$operation} //= ($answer->json // {})->{id} if ref($answer->json // {}) eq 'HASH';
    print "$name\t", $answer->code // 0, "\t$expected\n";
}
