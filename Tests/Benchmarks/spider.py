"""The same requests with Scrapy, one at a time, bodies to files."""
import sys

import scrapy
from scrapy.crawler import CrawlerProcess

URL, COUNT, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3]


class Spider(scrapy.Spider):
    name = "books"
    custom_settings = {
        "CONCURRENT_REQUESTS": 1,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
    }

    async def start(self):
        for request in self.start_requests():
            yield request

    def start_requests(self):
        for number in range(COUNT):
            yield scrapy.Request(f"{URL}?n={number}", cb_kwargs={"number": number}, dont_filter=True)

    def parse(self, response, number):
        with open(f"{FOLDER}/{number}", "wb") as file:
            file.write(response.body)


process = CrawlerProcess()
process.crawl(Spider)
process.start()
