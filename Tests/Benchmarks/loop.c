/* The least a client on libcurl can do: the same requests, one handle, bodies to files. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 4) return 64;
    int count = atoi(argv[2]);
    CURL *handle = curl_easy_init();
    char url[512], path[512];
    for (int i = 0; i < count; i++) {
        snprintf(url, sizeof url, "%s?n=%d", argv[1], i);
        snprintf(path, sizeof path, "%s/%d", argv[3], i);
        FILE *file = fopen(path, "wb");
        if (!file) return 73;
        curl_easy_setopt(handle, CURLOPT_URL, url);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, file);
        if (curl_easy_perform(handle) != CURLE_OK) return 1;
        fclose(file);
    }
    curl_easy_cleanup(handle);
    return 0;
}
